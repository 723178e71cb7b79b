"""A growing sequence is a value: whatever others make of it, it stays what it is."""

import pickle
from concurrent.futures import ThreadPoolExecutor

from hypothesis import given
from hypothesis import strategies as st

from redpip.core.growing import Growing


@given(st.lists(st.integers(0, 30), max_size=60), st.lists(st.integers(), max_size=3))
def test_a_family_of_them_is_like_tuples(parents: list[int], beginning: list[int]) -> None:
    """Each is made of one that was there before, whichever: the latest, or one that others have gone on from."""
    family, tuples = [Growing(beginning)], [tuple(beginning)]
    for item, parent in enumerate(parents):
        family.append(family[parent % len(family)].plus(item))
        tuples.append((*tuples[parent % len(tuples)], item))
    assert [tuple(one) for one in family] == tuples
    for one, same in zip(family, tuples, strict=True):
        assert one == same
        assert one == Growing(same)
        assert hash(one) == hash(Growing(same))
        assert one != (*same, 0)
        assert len(one) == len(same)
        assert [one[at] for at in range(-len(same), len(same))] == [*same, *same]
        assert [one[at:] + one[:at] + one[at::2] for at in range(-2, 3)] == [
            same[at:] + same[:at] + same[at::2] for at in range(-2, 3)
        ]
        assert pickle.loads(pickle.dumps(one)) == same
        assert repr(one) == repr(same)


def test_nothing_is_beyond_its_end() -> None:
    short = Growing("ab")
    short.plus("c")
    for beyond in (2, -3):
        try:
            found = short[beyond]
        except IndexError:
            continue
        raise AssertionError(f"{beyond}: {found}")


def test_threads_that_go_on_from_the_same_one_do_not_meet() -> None:
    beginning: Growing[object] = Growing()

    def go_on(name: int) -> bool:
        one = beginning
        for step in range(200):
            one = one.plus((name, step))
        return one == tuple((name, step) for step in range(200))

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(go_on, range(40)))
