/** A value that follows its target smoothly. */
export class Spring {
  value: number;
  velocity = 0;

  constructor(value = 0) {
    this.value = value;
  }

  set(value: number): void {
    this.value = value;
    this.velocity = 0;
  }

  /** Moves critically damped, exact for any step: about 4 / `frequency` seconds to the target. */
  follow(target: number, frequency: number, seconds: number): number {
    const decay = Math.exp(-frequency * seconds);
    const away = this.value - target;
    const step = (this.velocity + frequency * away) * seconds;
    this.value = target + (away + step) * decay;
    this.velocity = (this.velocity - frequency * step) * decay;
    return this.value;
  }

  /** Moves past the target and back: `damping` is 0 (never stops) to 1 (never overshoots), both excluded. */
  bounce(target: number, frequency: number, damping: number, seconds: number): number {
    const rate = frequency * damping;
    const swing = frequency * Math.sqrt(1 - damping * damping);
    const decay = Math.exp(-rate * seconds);
    const sin = Math.sin(swing * seconds);
    const cos = Math.cos(swing * seconds);
    const away = this.value - target;
    const part = (this.velocity + rate * away) / swing;
    this.value = target + decay * (away * cos + part * sin);
    this.velocity = decay * (this.velocity * cos - (rate * part + swing * away) * sin);
    return this.value;
  }
}
