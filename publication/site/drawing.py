"""The graph of a member's page as SVG. By hand: everybody has one; a template takes five times as long."""

from markupsafe import Markup

from publication.account.blocks import safe
from publication.site.graph import EDGES, Graph


def drawing(g: Graph) -> Markup:
    """The drawing of a graph, without the words around it; each list that moved a rating is a line of it."""
    left, right, top, bottom = EDGES.values()
    made = ['<g aria-hidden="true">']
    made += [
        f'<path class="grid" d="M{left} {y}H{right}"/>'
        f'<text x="{left - 6}" y="{y + 4}" text-anchor="end">{level}</text>'
        for level, y in g.levels
    ]
    made += [
        f'<path class="grid" d="M{x} {top}V{bottom}"/>'
        f'<text x="{x}" y="{bottom + 22}" text-anchor="middle">{label}</text>'
        for label, x in g.times
    ]
    made += [
        f'<path class="curve curve-{n}" d="{c.path}"/>'
        f'<circle class="dot-{n}" cx="{c.last[0]}" cy="{c.last[1]}" r="4"/>'
        for n, c in enumerate(g.curves, 1)
    ]
    made.append("</g>\n")
    for m in g.moments:
        dots = [f'<circle class="dot-{n}" cx="{m.x}" cy="{y}" r="4"/>' for n, y, _ in m.values]
        said = [f' <tspan class="said-{n}" dx="8">{said}</tspan>' for n, _, said in m.values]
        events = f'<text class="tip" x="{left}" y="44">{safe(m.events)}</text>' if m.events else ""
        made.append(
            f'<a class="at" href="#on-{m.day}"><rect class="hit" x="{m.begin}" y="{top}" width="{m.width}"'
            f' height="{bottom - top}"/><path class="rule" d="M{m.x} {top}V{bottom}"/>{"".join(dots)}'
            f'<text class="tip" x="{left}" y="20">{m.day}{"".join(said)}</text>{events}</a>\n'
        )
    return Markup("".join(made))
