import { Fog, type Scene, type Vector3 } from "three";
import type { Ambience } from "#domain/world/schema.ts";
import { type SharedUniforms, srgbColor } from "#web/game/world/block-material.ts";
import { type SceneMood, sceneMood } from "#web/game/world/scene-mood.ts";
import type { createSky } from "#web/game/world/scenery.ts";
import { createSunLight, type SunLight } from "#web/game/world/sun-light.ts";
import type { Retired } from "./retired.ts";

type Sky = ReturnType<typeof createSky>;

/** Sky, fog and light of a scene, which change with its ambience. */
export class EditableMood {
  ambience: Ambience;
  mood: SceneMood;
  readonly #scene: Scene;
  readonly #shared: SharedUniforms;
  readonly #retired: Retired;
  readonly #fog: Fog;
  #light: SunLight;
  #hasShadows = false;
  #isRich = false;
  #reach = 0;
  #createSky: typeof createSky | null = null;
  #sky: Sky | null = null;

  constructor(scene: Scene, shared: SharedUniforms, ambience: Ambience, retired: Retired) {
    this.#scene = scene;
    this.#shared = shared;
    this.#retired = retired;
    this.ambience = ambience;
    this.mood = sceneMood(ambience);
    this.#fog = new Fog(srgbColor(this.mood.horizon));
    scene.fog = this.#fog;
    scene.background = this.#fog.color;
    this.#light = createSunLight(this.mood);
    scene.add(...this.#light.objects);
  }

  set(ambience: Ambience): void {
    this.ambience = ambience;
    this.mood = sceneMood(ambience);
    this.#shared.zenith.value.copy(srgbColor(this.mood.zenith));
    this.#shared.horizon.value.copy(srgbColor(this.mood.horizon));
    this.#fog.color.copy(srgbColor(this.mood.horizon));
    this.setReach(this.#reach);
    this.#scene.remove(...this.#light.objects);
    this.#light.dispose();
    this.#light = createSunLight(this.mood);
    this.#light.setShadows(this.#hasShadows);
    this.#scene.add(...this.#light.objects);
    if (this.#createSky) this.showSky(this.#createSky);
  }

  /** Shows the sky, whose code follows later. */
  showSky(create: typeof createSky): void {
    this.#createSky = create;
    if (this.#sky) {
      this.#scene.remove(...this.#sky.objects);
      this.#retired.add(this.#sky);
    }
    this.#sky = create(this.mood, this.#shared);
    this.#sky.setRich(this.#isRich);
    this.#scene.add(...this.#sky.objects);
    this.#scene.background = null;
  }

  /** Sets the distance at which fog hides everything. */
  setReach(units: number): void {
    this.#reach = units;
    this.#fog.near = units * this.mood.fogStart;
    this.#fog.far = units;
  }

  setDetail({ hasShadows, isRich }: { hasShadows: boolean; isRich: boolean }): void {
    this.#hasShadows = hasShadows;
    this.#isRich = isRich;
    this.#light.setShadows(hasShadows);
    this.#sky?.setRich(isRich);
  }

  setFocus(focus: Vector3): void {
    this.#light.setFocus(focus);
  }

  dispose(): void {
    this.#sky?.dispose();
    this.#light.dispose();
  }
}
