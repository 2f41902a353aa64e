import {
  Cloud,
  FlagTriangleRight,
  Flame,
  Goal,
  Group,
  type LucideIcon,
  PersonStanding,
  Star,
} from "lucide-react";
import type { Part, PartKind } from "#domain/build/part.ts";
import { SHAPE_ICONS } from "../shape-icons.ts";
import styles from "./outline.module.css";

const ICONS: Record<Exclude<PartKind, "block">, LucideIcon> = {
  star: Star,
  checkpoint: FlagTriangleRight,
  hazard: Flame,
  spawn: PersonStanding,
  goal: Goal,
  sky: Cloud,
  group: Group,
};

/** A part's symbol; that of a block has its color. */
export function PartIcon({ part }: { part: Part }) {
  const Icon = part.kind === "block" ? SHAPE_ICONS[part.shape] : ICONS[part.kind];
  return (
    <Icon
      className={styles.icon}
      {...(part.kind === "block" && { style: { fill: `#${part.color}` } })}
      aria-hidden
    />
  );
}
