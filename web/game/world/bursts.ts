import { BufferAttribute, BufferGeometry, type Material, Points } from "three";
import type { Vec3 } from "#domain/world/schema.ts";

const EACH = 18;
/** Bursts that can fly at the same time. */
const MOST = 6;

/** Sparks that fly apart where something was collected. */
export class Bursts {
  readonly points: Points;
  private readonly geometry = new BufferGeometry();
  private next = 0;

  constructor(material: Material) {
    const count = EACH * MOST;
    for (const [name, size] of [
      ["position", 3],
      ["speed", 3],
      ["tone", 4],
    ] as const) {
      this.geometry.setAttribute(name, new BufferAttribute(new Float32Array(count * size).fill(-100), size));
    }
    this.points = new Points(this.geometry, material);
    this.points.frustumCulled = false;
    this.points.renderOrder = 21;
  }

  start([x, y, z]: Vec3, tone: readonly [number, number, number, number], clock: number): void {
    const { position, speed, tone: color } = this.geometry.attributes;
    if (!position || !speed || !color) return;
    const first = this.next * EACH;
    this.next = (this.next + 1) % MOST;
    for (let i = 0; i < EACH; i++) {
      // Evenly over a ball: the golden angle around, equal steps from bottom to top.
      const rise = 1 - ((i + 0.5) / EACH) * 2;
      const around = i * 2.39996;
      const flat = Math.sqrt(1 - rise * rise);
      const pace = 5 + (i % 3) * 1.6;
      position.setXYZ(first + i, x, y, z);
      speed.setXYZ(
        first + i,
        Math.cos(around) * flat * pace,
        rise * pace + 3,
        Math.sin(around) * flat * pace,
      );
      color.setXYZW(first + i, tone[0], tone[1], tone[2], clock);
    }
    position.needsUpdate = speed.needsUpdate = color.needsUpdate = true;
  }
}
