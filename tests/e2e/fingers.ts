import type { CDPSession, Page } from "@playwright/test";

export interface Touch {
  x: number;
  y: number;
  id: number;
}

type Point = Omit<Touch, "id">;

/** Real fingers on the screen. */
export class Fingers {
  readonly #session: CDPSession;

  constructor(session: CDPSession) {
    this.#session = session;
  }

  static async on(page: Page): Promise<Fingers> {
    return new Fingers(await page.context().newCDPSession(page));
  }

  /** Moves fingers: the list has all that touch the screen. */
  async set(type: "touchStart" | "touchMove" | "touchEnd", touchPoints: Touch[]): Promise<void> {
    await this.#session.send("Input.dispatchTouchEvent", { type, touchPoints });
  }

  /** Puts a finger down, moves it and leaves it there. */
  async hold(from: Point, to: Point): Promise<void> {
    await this.set("touchStart", [{ ...from, id: 1 }]);
    await this.set("touchMove", [{ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, id: 1 }]);
    await this.set("touchMove", [{ ...to, id: 1 }]);
  }

  async drag(from: Point, to: Point): Promise<void> {
    await this.hold(from, to);
    await this.release();
  }

  async release(): Promise<void> {
    await this.set("touchEnd", []);
  }
}
