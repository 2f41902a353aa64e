import { Circle, Cone, Cuboid, Cylinder, type LucideIcon, Pyramid, TriangleRight } from "lucide-react";
import type { BlockShape } from "#domain/world/block.ts";

export const SHAPE_ICONS: Record<BlockShape, LucideIcon> = {
  box: Cuboid,
  wedge: TriangleRight,
  pyramid: Pyramid,
  cylinder: Cylinder,
  cone: Cone,
  sphere: Circle,
};
