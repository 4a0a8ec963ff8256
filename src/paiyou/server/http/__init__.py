"""The server as the web sees it: the application, the socket, the page's files, and what guards them all."""
