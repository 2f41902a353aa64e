import { Box, Circle, Cone, Cylinder, type LucideIcon, Pyramid, TriangleRight } from "lucide-react";
import type { BlockShape } from "#domain/world/block.ts";

export const SHAPE_ICONS: Record<BlockShape, LucideIcon> = {
  box: Box,
  wedge: TriangleRight,
  pyramid: Pyramid,
  cylinder: Cylinder,
  cone: Cone,
  sphere: Circle,
};
