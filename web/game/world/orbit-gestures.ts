/** Radians per CSS pixel of dragging. */
const DRAG = 0.008;
/** Turns pointer and wheel events on a canvas into movements of an orbiting camera. */
export class OrbitGestures {
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private readonly events = new AbortController();

  private readonly turn: (yaw: number, pitch: number) => void;
  private readonly zoom: (factor: number) => void;

  constructor(
    canvas: HTMLCanvasElement,
    turn: (yaw: number, pitch: number) => void,
    zoom: (factor: number) => void,
  ) {
    this.turn = turn;
    this.zoom = zoom;
    const { signal } = this.events;
    canvas.addEventListener(
      "pointerdown",
      (event) => {
        if (event.button !== 0) return;
        canvas.setPointerCapture(event.pointerId);
        this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      },
      { signal },
    );
    canvas.addEventListener("pointermove", (event) => this.move(event), { signal });
    const release = (event: PointerEvent) => this.pointers.delete(event.pointerId);
    canvas.addEventListener("pointerup", release, { signal });
    canvas.addEventListener("pointercancel", release, { signal });
    canvas.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) * 0.003));
      },
      { signal, passive: false },
    );
  }

  dispose(): void {
    this.events.abort();
  }

  private move({ pointerId, pointerType, clientX: x, clientY: y }: PointerEvent): void {
    const last = this.pointers.get(pointerId);
    if (!last) return;
    const other = [...this.pointers].find(([id]) => id !== pointerId)?.[1];
    if (other) {
      const before = Math.hypot(last.x - other.x, last.y - other.y);
      this.zoom(before / Math.max(1, Math.hypot(x - other.x, y - other.y)));
    } else {
      // One finger up or down scrolls the page.
      this.turn(-(x - last.x) * DRAG, pointerType === "touch" ? 0 : (y - last.y) * DRAG);
    }
    this.pointers.set(pointerId, { x, y });
  }
}
