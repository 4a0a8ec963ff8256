"""A module's source without annotations and what only they import, so that it runs on older Pythons."""

from __future__ import annotations

import ast


class _WithoutTypes(ast.NodeTransformer):
    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]
        for argument in every:
            if argument is not None:
                argument.annotation = None
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        if node.value is None:
            return None
        return ast.copy_location(ast.Assign([node.target], node.value), node)

    def visit_If(self, node: ast.If) -> ast.AST | None:
        return None if ast.unparse(node.test) == "TYPE_CHECKING" else self.generic_visit(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        return None if node.module == "__future__" else node


def without_types(source: str) -> ast.Module:
    """The module as a tree, with imports of what it still uses."""
    tree: ast.Module = _WithoutTypes().visit(ast.parse(source))
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    body: list[ast.stmt] = []
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            node.names = [name for name in node.names if (name.asname or name.name.partition(".")[0]) in used]
            if not node.names:
                continue
        body.append(node)
    tree.body = body
    ast.fix_missing_locations(tree)
    return tree
