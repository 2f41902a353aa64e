import { Blocks, Dices, type LucideIcon, Star, Users } from "lucide-react";
import { shellText } from "#web/text/shell.ts";

export interface Destination {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Answered by the worker with a redirect, so the browser has to ask it. */
  document?: boolean;
}

/** The site's main places, in the bar above and in the dock below. A new one is one line. */
export const DESTINATIONS: readonly Destination[] = [
  { to: "/levels", label: shellText.levels, icon: Blocks },
  { to: "/ratings", label: shellText.ratings, icon: Star },
  { to: "/users", label: shellText.users, icon: Users },
  { to: "/random-level", label: shellText.random, icon: Dices, document: true },
];

/** Whether a page belongs to a destination. */
export const isAt = (pathname: string, { to }: Destination): boolean =>
  pathname === to || pathname.startsWith(`${to}/`);
