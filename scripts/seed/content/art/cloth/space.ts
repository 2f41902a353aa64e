import { seededRandom } from "../../random.ts";
import { down } from "./paint.ts";
import { ellipse, star } from "./shape.ts";
import { type ClothSurface, cover, fill } from "./surface.ts";

/** Fills a surface with a night sky of mist and stars. `seed` places the stars. */
export function space(to: ClothSurface, seed: number): void {
  cover(to, down(0, to.height, "#1a1050", "#3a1d86", "#7a2c9a"));
  const random = seededRandom(seed);
  for (let i = 0; i < to.width / 64; i++) {
    const mist = ellipse(
      random.range(0, to.width),
      random.range(20, to.height),
      random.range(30, 56),
      random.range(18, 30),
      random.range(-0.6, 0.6),
    );
    fill(to, mist, random.pick(["#e0409a", "#3f7bf0", "#8f4af0"]), { alpha: 0.5, soft: 50 });
  }
  for (let i = 0; i < (to.width * to.height) / 1300; i++) {
    const at = [random.range(0, to.width), random.range(4, to.height)] as const;
    if (random.chance(0.22)) fill(to, star(...at, random.range(5, 8), 0.3, 4), "#fff3b8");
    else fill(to, ellipse(...at, random.range(1, 2.2)), "#ffffff");
  }
}
