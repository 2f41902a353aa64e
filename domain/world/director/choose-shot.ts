import type { PictureView } from "../../build/picture-view.ts";
import { drawWorldPicture } from "../draw-world.ts";
import { BODY } from "../iso/cutout.ts";
import type { Vec3, World } from "../schema.ts";
import { pictureScore, scoreTotal } from "./picture-score.ts";
import { pictureSignature, signatureDistance } from "./picture-signature.ts";
import { SHOT_KINDS, type ShotKind } from "./shot-kind.ts";
import { type Candidate, shotCandidates } from "./shots.ts";

/** A camera that the director chose, and where the bopi stands. */
export interface Shot {
  kind: ShotKind;
  view: PictureView;
  place: Vec3 | null;
}

/** A shot with how it looks. */
export interface RatedShot extends Shot {
  /** From 0 to 1, without regard to other pictures. */
  score: number;
  signature: string;
}

/** Size of the sketches that are compared. */
const SKETCH = { width: 160, height: 90 } as const;
/** Pictures that differ this much have nothing in common. */
const UNLIKE = 0.16;
const NOVELTY = 0.8;

/** Draws a sketch of each candidate and rates it. The same for the same world. */
export function rateShots(world: World, wanted: ShotKind | null = null): RatedShot[] {
  const candidates = shotCandidates(world).filter(({ kind }) => wanted === null || kind === wanted);
  return candidates.map((candidate) => rateShot(world, candidate));
}

function rateShot(world: World, { kind, view, places }: Candidate): RatedShot {
  const { data, sky, place, seen } = drawWorldPicture(world, { ...SKETCH, view, bopi: { places } });
  const looks = scoreTotal(pictureScore(data, SKETCH.width, SKETCH.height, sky));
  // A bopi that is found at a glance, but isn't all there is.
  const size = Math.min(1, BODY.height / view.height / 0.09);
  const bopi = place ? seen * (0.65 + 0.35 * size) : 0;
  return {
    kind,
    view,
    place,
    score: 0.72 * looks + 0.28 * bopi,
    signature: pictureSignature(data, SKETCH.width, SKETCH.height),
  };
}

/** How unlike a picture is to the most similar one of others, from 0 to 1. */
export const novelty = (signature: string, others: readonly string[]): number =>
  others.reduce((least, other) => Math.min(least, signatureDistance(signature, other) / UNLIKE), 1);

/** The best shot beside pictures with these signatures. The first of equal ones, so the same for the same input. */
export function chooseShot(rated: readonly RatedShot[], neighbors: readonly string[]): RatedShot {
  const total = (shot: RatedShot) => shot.score + NOVELTY * novelty(shot.signature, neighbors);
  return rated.reduce((best, shot) => (total(shot) > total(best) ? shot : best));
}

/** The best shot of each kind, for a creator to choose from. */
export const bestOfEachKind = (rated: readonly RatedShot[], neighbors: readonly string[]): RatedShot[] =>
  SHOT_KINDS.map((kind) =>
    chooseShot(
      rated.filter((shot) => shot.kind === kind),
      neighbors,
    ),
  );
