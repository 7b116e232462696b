"""How the notebooks' pictures look."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib_inline.backend_inline import set_matplotlib_formats

BLUE, ORANGE, GREEN, PINK, SKY, GREY = "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#777777"
"""Colours that people with any colour vision tell apart (Okabe and Ito)."""


def style():
    """Set how all pictures and tables look."""
    set_matplotlib_formats("png", pil_kwargs={"optimize": True})
    pd.set_option("display.max_colwidth", None)
    plt.rcParams.update({
        "figure.dpi": 72, "figure.figsize": (6.4, 3.4), "font.size": 9,
        "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True,
        "axes.axisbelow": True, "grid.color": "#e4e4e4", "legend.frameon": False,
        "axes.prop_cycle": plt.cycler(color=[BLUE, ORANGE, GREEN, PINK, SKY]),
    })


def draw_means(axes, positions, estimates, **look):
    """Draw estimates as points with their intervals; those of too few are left out."""
    shown = [(x, e) for x, e in zip(positions, estimates) if not np.isnan(e.lo)]
    xs = [x for x, _ in shown]
    ys = [e.value for _, e in shown]
    axes.errorbar(xs, ys, yerr=[e.half_width for _, e in shown], **{"fmt": "o", "capsize": 3, "ms": 4, **look})


def draw_map(axes, answer, limit):
    """Draw the map of a study's JSON: a heat map, purple where the first
    alternative is worth more and orange where the second one is, deepest at limit
    points.

    A cell has its difference; ~ marks those that the study does not call either
    way after Holm's adjustment, and cells of too few hands are empty.
    """
    cells = answer["cells"]
    values = np.array([[c["difference"]["value"] if c["difference"] else np.nan for c in row] for row in cells])
    image = axes.imshow(values, cmap="PuOr", vmin=-limit, vmax=limit, aspect="auto", origin="lower")
    for r, c in np.argwhere(~np.isnan(values)):
        undecided = " ~" if cells[r][c]["verdict"] == "~" else ""
        dark = abs(values[r, c]) > 0.7 * limit
        axes.text(c, r, f"{values[r, c]:+.1f}{undecided}", ha="center", va="center", fontsize=7,
                  color="white" if dark else "black")
    axes.grid(False)
    axes.set_facecolor("#eeeeee")
    axes.set_xticks(range(values.shape[1]), answer["columns"]["classes"])
    axes.set_yticks(range(values.shape[0]), answer["rows"]["classes"])
    axes.set_xlabel(answer["columns"]["name"])
    axes.set_ylabel(answer["rows"]["name"])
    axes.figure.colorbar(image, ax=axes, label="points per fork")
