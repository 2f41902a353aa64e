import { Blocks, type LucideIcon, Megaphone, ShoppingBag, Users } from "lucide-react";
import { shellText } from "#web/text/shell.ts";

export interface Destination {
  to: string;
  label: string;
  icon: LucideIcon;
}

/** The site's main places, in the bar above and, with home, in the dock below: five fit a phone. */
export const DESTINATIONS: readonly Destination[] = [
  { to: "/levels", label: shellText.levels, icon: Blocks },
  { to: "/shop", label: shellText.shop, icon: ShoppingBag },
  { to: "/forums", label: shellText.forums, icon: Megaphone },
  { to: "/users", label: shellText.users, icon: Users },
];

/** Whether a page belongs to a destination. */
export const isAt = (pathname: string, { to }: Destination): boolean =>
  pathname === to || pathname.startsWith(`${to}/`);
