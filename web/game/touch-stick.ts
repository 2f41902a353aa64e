/** Distance from the middle of the stick at which it is fully pushed, in pixels. */
export const STICK_RADIUS = 52;
/** Pushes below this are a resting thumb. */
const STICK_REST = 6;

/** A stick that appears under the thumb. Follows a thumb that goes beyond its edge. */
export class TouchStick {
  /** The middle, in pixels. */
  centerX = 0;
  centerY = 0;
  /** The push: −1 to 1 to the right and up. */
  x = 0;
  y = 0;

  start(x: number, y: number): void {
    this.centerX = x;
    this.centerY = y;
    this.x = 0;
    this.y = 0;
  }

  move(x: number, y: number): void {
    let dx = x - this.centerX;
    let dy = y - this.centerY;
    const distance = Math.hypot(dx, dy);
    if (distance > STICK_RADIUS) {
      const share = STICK_RADIUS / distance;
      this.centerX = x - dx * share;
      this.centerY = y - dy * share;
      dx *= share;
      dy *= share;
    }
    const isResting = distance < STICK_REST;
    this.x = isResting ? 0 : dx / STICK_RADIUS;
    this.y = isResting ? 0 : -dy / STICK_RADIUS;
  }

  end(): void {
    this.x = 0;
    this.y = 0;
  }
}
