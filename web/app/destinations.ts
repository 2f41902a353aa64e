import { Blocks, type LucideIcon, Megaphone, ShoppingBag, Users } from "lucide-react";
import { shellText } from "#web/text/shell.ts";

/** A link of the main navigation. */
export interface Destination {
  to: string;
  label: string;
  icon: LucideIcon;
}

/** The main navigation, in the top bar and (with home) in the dock. A phone has room for 5. */
export const DESTINATIONS: readonly Destination[] = [
  { to: "/levels", label: shellText.levels, icon: Blocks },
  { to: "/shop", label: shellText.shop, icon: ShoppingBag },
  { to: "/forums", label: shellText.forums, icon: Megaphone },
  { to: "/users", label: shellText.users, icon: Users },
];

/** Whether a path belongs to a destination. */
export const isAtDestination = (pathname: string, { to }: Destination): boolean =>
  pathname === to || pathname.startsWith(`${to}/`);
