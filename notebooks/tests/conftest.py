import sys
from pathlib import Path

import pytest

try:
    import xuezhan
except ImportError:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    import xuezhan

PRESETS = ["planet", "wap-battle", "wap-flow", "tsumo", "sbr", "mil"]


@pytest.fixture(params=PRESETS)
def rules(request):
    return request.param


@pytest.fixture
def make():
    """Make environments that are closed after the test."""
    made = []

    def make(*arguments, **options):
        made.append(xuezhan.VectorEnv(*arguments, **options))
        return made[-1]

    yield make
    for env in made:
        env.close()
