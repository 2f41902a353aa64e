import { Group } from "three";
import { idRank, type PartId } from "#domain/build/ids.ts";
import type { BlockPart, PlacedPart } from "#domain/build/part.ts";
import type { Block } from "#domain/world/block.ts";
import type { World } from "#domain/world/schema.ts";
import { hazardBlocks } from "#web/game/world/hazard-blocks.ts";
import type { PropUniforms } from "#web/game/world/prop-material.ts";
import { createProps, type Props } from "#web/game/world/props.ts";
import type { Bursts, createPropGlows } from "#web/game/world/scenery.ts";
import type { EditableBlocks } from "./editable-blocks.ts";

interface Disposable {
  dispose(): void;
}

/** Things that were replaced before this frame, and are disposed of after it, so their programs stay compiled. */
export class Retired {
  #things: Disposable[] = [];

  add(thing: Disposable): void {
    this.#things.push(thing);
  }

  dispose(): void {
    for (const thing of this.#things) thing.dispose();
    this.#things = [];
  }
}

export type PropPart = Exclude<PlacedPart, BlockPart>;

interface Lights {
  create: typeof createPropGlows;
  bursts: Bursts;
}

/** Stars, checkpoints, hazards, the spawn and the goal. They are made again when one of them has changed. */
export class EditableProps {
  readonly object = new Group();
  readonly #parts = new Map<PartId, PropPart>();
  readonly #blocks: EditableBlocks;
  readonly #uniforms: PropUniforms;
  readonly #isStill: boolean;
  readonly #retired: Retired;
  #hazards: readonly Block[] = [];
  #world: World = EMPTY;
  #props: Props | null = null;
  #glows: ReturnType<typeof createPropGlows> | null = null;
  #lights: Lights | null = null;
  #glow = 0;
  #isStale = true;

  /** Hazards of solid kinds are blocks, which are added to `blocks`. */
  constructor(blocks: EditableBlocks, uniforms: PropUniforms, isStill: boolean, retired: Retired) {
    this.#blocks = blocks;
    this.#uniforms = uniforms;
    this.#isStill = isStill;
    this.#retired = retired;
  }

  ids(): Iterable<PartId> {
    return this.#parts.keys();
  }

  set(id: PartId, part: PropPart | null): void {
    if (part ? this.#parts.get(id) === part : !this.#parts.has(id)) return;
    if (part) this.#parts.set(id, part);
    else this.#parts.delete(id);
    this.#isStale = true;
  }

  setGlow(strength: number): void {
    this.#glow = strength;
    this.#isStale = true;
  }

  /** Shows the glow of props and sparks, whose code follows later. */
  showLights(lights: Lights): void {
    this.#lights = lights;
    this.object.add(lights.bursts.points);
    this.#isStale = true;
  }

  /** Shows what was set. Returns the level's frame if anything was: its path may be another one. */
  refresh(): World | null {
    if (!this.#isStale) return null;
    this.#isStale = false;
    this.#world = this.#read();
    this.#retire();
    this.#props = createProps(this.#world, this.#uniforms, this.#isStill);
    this.object.add(this.#props.object);
    if (this.#lights) {
      const { create, bursts } = this.#lights;
      this.#props.setBursts(bursts);
      this.#glows = create(this.#world, this.#props.glows, this.#uniforms, this.#glow);
      this.object.add(...this.#glows.objects);
    }
    this.#showHazards();
    return this.#world;
  }

  /** Shows collected stars and taken checkpoints; without a run all are as at its start. */
  update(stars: Uint8Array | null, checkpoint: number): void {
    this.#props?.update(stars ?? new Uint8Array(this.#world.stars.length), stars ? checkpoint : -1);
  }

  dispose(): void {
    this.#props?.dispose();
    this.#glows?.dispose();
    this.#lights?.bursts.dispose();
  }

  #retire(): void {
    if (this.#props) {
      this.object.remove(this.#props.object);
      this.#retired.add(this.#props);
    }
    if (this.#glows) {
      this.object.remove(...this.#glows.objects);
      this.#retired.add(this.#glows);
      this.#glows = null;
    }
  }

  #showHazards(): void {
    const next = hazardBlocks(this.#world.hazards);
    for (const [i, block] of next.entries())
      if (JSON.stringify(block) !== JSON.stringify(this.#hazards[i])) this.#blocks.set(hazardId(i), block);
    for (let i = next.length; i < this.#hazards.length; i++) this.#blocks.delete(hazardId(i));
    this.#hazards = next;
  }

  #read(): World {
    const world: World = { ...EMPTY, stars: [], checkpoints: [], hazards: [] };
    const sorted = [...this.#parts].sort(([a], [b]) => idRank(a) - idRank(b));
    for (const [, part] of sorted) addProp(world, part);
    return world;
  }
}

const EMPTY: World = {
  version: 1,
  spawn: { position: [0, 0, 0] },
  stars: [],
  checkpoints: [],
  hazards: [],
  blocks: [],
};

const hazardId = (index: number): string => `hazard ${index}`;

function addProp(world: World, part: PropPart): void {
  const { position } = part;
  const yaw = "yaw" in part && part.yaw !== undefined ? { yaw: part.yaw } : {};
  if (part.kind === "star") world.stars.push({ position });
  else if (part.kind === "checkpoint") world.checkpoints.push({ position, ...yaw });
  else if (part.kind === "hazard") world.hazards.push({ kind: part.hazard, position, size: part.size });
  else if (part.kind === "spawn") world.spawn = { position, ...yaw };
  else world.goal = { position };
}
