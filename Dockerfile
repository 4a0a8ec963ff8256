# The table for others: docker build -t paiyou . && docker run -p 8080:8080 -v paiyou:/data paiyou
# compose.yaml runs it with PostgreSQL. Which version it is cannot be seen from here: --build-arg VERSION=1.2.3 says it.
FROM python:3.13-slim-bookworm AS build
RUN apt-get update && apt-get install --yes --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY pyproject.toml CMakeLists.txt README.md LICENSE ./
COPY core core
COPY src src
ARG VERSION=0.0
ENV SETUPTOOLS_SCM_PRETEND_VERSION_FOR_PAIYOU=$VERSION
RUN python -m venv /opt/paiyou && /opt/paiyou/bin/pip install --no-cache-dir '.[postgres]'

FROM python:3.13-slim-bookworm
COPY --from=build /opt/paiyou /opt/paiyou
RUN useradd --system --uid 10001 --home-dir /data paiyou && install --directory --owner=paiyou --mode=0700 /data /keys
USER paiyou
WORKDIR /data
VOLUME ["/data", "/keys"]
ENV PATH=/opt/paiyou/bin:$PATH PYTHONUNBUFFERED=1
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8080/api/games', timeout=4)"]
ENTRYPOINT ["paiyou"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8080", "--database", "sqlite:////data/table.db"]
