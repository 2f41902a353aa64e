import { Crown, Hammer, User, X } from "lucide-react";
import type { Ghost, LevelPlay } from "#domain/runs/api.ts";
import { Menu, type MenuProps } from "#web/ui/menu.tsx";
import type { MenuItem } from "#web/ui/menu-item.ts";
import { knownGhosts } from "./ghost-run.ts";
import { finishText } from "./text/finish.ts";

export interface GhostMenuProps {
  play: LevelPlay;
  rivalId: number | null;
  onRace: (ghost: Ghost | null) => void;
  trigger: MenuProps["trigger"];
}

/** Chooses the ghost to race: the player's best run, the record or the creator's. Nothing if the level has none. */
export function GhostMenu({ play, rivalId, onRace, trigger }: GhostMenuProps) {
  const { own, record, creator } = knownGhosts(play);
  const items: MenuItem[] = [];
  const add = (ghost: Ghost | undefined, label: (ghost: Ghost) => string, icon: MenuItem["icon"]) => {
    if (ghost)
      items.push({
        label: label(ghost),
        icon,
        checked: rivalId === ghost.run_id,
        onSelect: () => onRace(ghost),
      });
  };
  const { ghosts } = finishText;
  add(own, ({ time_formatted }) => ghosts.own(time_formatted), User);
  add(record, ({ user, time_formatted }) => ghosts.record(user.username, time_formatted), Crown);
  add(creator, ({ user, time_formatted }) => ghosts.creator(user.username, time_formatted), Hammer);
  if (items.length === 0) return null;
  if (rivalId !== null) items.push({ label: ghosts.none, icon: X, onSelect: () => onRace(null) });
  return <Menu label={finishText.race} groups={[{ id: "ghosts", items }]} align="center" trigger={trigger} />;
}
