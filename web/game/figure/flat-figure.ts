import { coarseBodyMeshes } from "#domain/avatar/model/body.ts";
import { coarseMesh } from "./coarse-mesh.ts";
import { bodyGeometry } from "./figure-body.ts";
import type { FlatFigure } from "./game-figure.ts";

/** How flat figures are drawn. Only others than the player's own are, so it's loaded with them. */
export const FLAT_FIGURE: FlatFigure = { body: bodyGeometry(coarseBodyMeshes), model: coarseMesh };
