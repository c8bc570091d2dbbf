"""A second calculation of the axis values that follow from a tilt: the filters, the response, and the lag."""

import math

FULL_LOCK, DEAD_ZONE, FULL = math.pi / 4, 0.03, 32767
MINIMUM_CUTOFF_Hz, BETA, DERIVATIVE_CUTOFF_Hz = 0.5, 5.0, 5.0


def axis(roll):
    """Returns the value of ABS_X for a roll in rad under the profile `wheel`."""
    share = min(abs(roll) / FULL_LOCK, 1)
    return math.copysign(max(share - DEAD_ZONE, 0) / (1 - DEAD_ZONE), roll) * FULL


def unfiltered(samples):
    """Returns the samples as they are."""
    return list(samples)


def moving_average(count):
    """Returns a filter that calculates the mean of the last `count` samples."""
    def filtered(samples):
        rolls = [roll for _, roll in samples]
        return [(at, sum(rolls[max(0, end - count + 1):end + 1]) / min(end + 1, count))
                for end, (at, _) in enumerate(samples)]
    return filtered


def one_euro(samples):
    """Returns the samples through the 1€ filter (Casiez, Roussel, Vogel: CHI 2012)."""
    output = []
    speed = 0.0
    for at, roll in samples:
        if not output:
            output.append((at, roll))
            continue
        elapsed = at - output[-1][0]
        value = output[-1][1]
        speed += alpha(DERIVATIVE_CUTOFF_Hz, elapsed) * ((roll - value) / elapsed - speed)
        cutoff = MINIMUM_CUTOFF_Hz + BETA * abs(speed)
        output.append((at, value + alpha(cutoff, elapsed) * (roll - value)))
    return output


def alpha(cutoff, elapsed):
    """Returns the weight of a new sample in a low-pass filter, for a cutoff in Hz and the time since the last sample in s."""
    return 1 / (1 + 1 / (2 * math.pi * cutoff * elapsed))


def held(points, begin, end, step):
    """Returns the values of a signal at equal steps. The signal, (time, value), keeps each value until the next one."""
    values, index = [], 0
    for number in range(round((end - begin) / step)):
        at = begin + number * step
        while index + 1 < len(points) and points[index + 1][0] <= at:
            index += 1
        values.append(points[index][1])
    return values


def lag(reference, delayed, begin, end, limit=0.1, step=0.001):
    """Returns the delay of a signal behind a reference, in s: the shift at which they differ least.

    The search begins a little before zero, so that a lag of 0 is inside the range.
    """
    later = held(delayed, begin, end, step)
    errors = []
    first = -round(limit / step / 5)
    for shift in range(first, round(limit / step)):
        earlier = held(reference, begin - shift * step, end - shift * step, step)
        errors.append(sum((a - b) ** 2 for a, b in zip(earlier, later)))
    least = min(range(1, len(errors) - 1), key=errors.__getitem__)
    before, here, after = errors[least - 1:least + 2]
    return (first + least + (before - after) / (2 * (before - 2 * here + after))) * step
