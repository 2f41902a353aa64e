import { Blocks, House, LogIn, type LucideIcon, Megaphone, Plus, ShoppingBag, Users } from "lucide-react";
import { shellText } from "./text/shell.ts";

export interface Destination {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Left out of a top bar without room for it. */
  optional?: boolean;
}

export const CHAT = "/chat";
export const ME = "/me";

const HOME: Destination = { to: "/", label: shellText.home, icon: House };
const LEVELS: Destination = { to: "/levels", label: shellText.levels, icon: Blocks };
const SHOP: Destination = { to: "/shop", label: shellText.shop, icon: ShoppingBag };
const FORUMS: Destination = { to: "/forums", label: shellText.forums, icon: Megaphone };
const CREATE: Destination = { to: "/build/new", label: shellText.create, icon: Plus, optional: true };
/** Visitors sign up first. */
const CREATE_LATER: Destination = { ...CREATE, to: "/register?next=%2Fbuild%2Fnew" };

export const barDestinations = (isMember: boolean): readonly Destination[] => [
  LEVELS,
  SHOP,
  isMember ? CREATE : CREATE_LATER,
  FORUMS,
  { to: "/users", label: shellText.users, icon: Users },
];

/** The links of the phone's dock, which has room for 5. A member's last two are in `MemberDock`. */
export const dockDestinations = (isMember: boolean): readonly Destination[] =>
  isMember
    ? [HOME, LEVELS, CREATE]
    : [HOME, LEVELS, SHOP, FORUMS, { to: "/login", label: shellText.signIn, icon: LogIn }];

export const isAtDestination = (pathname: string, { to }: Pick<Destination, "to">): boolean =>
  pathname === to || pathname.startsWith(`${to}/`);
