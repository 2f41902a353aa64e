import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { isStaff } from "#domain/levels/rules.ts";
import { useUser } from "#web/lib/user.ts";
import { staffText } from "#web/text/staff.ts";
import { TabLinks } from "#web/ui/tab-links.tsx";
import MissingPage from "../missing-page.tsx";

/** What staff have pages for; moderators see those that are theirs. */
const PLACES = [
  { to: "/staff", label: staffText.home, admin: false },
  { to: "/staff/reports", label: staffText.reports, admin: false },
  { to: "/staff/appeals", label: staffText.appeals, admin: false },
  { to: "/staff/held", label: staffText.held, admin: false },
  { to: "/staff/items", label: staffText.items, admin: false },
  { to: "/staff/users", label: staffText.users, admin: false },
  { to: "/staff/clears", label: staffText.clears, admin: false },
  { to: "/staff/words", label: staffText.words, admin: false },
  { to: "/staff/audit", label: staffText.audit, admin: false },
  { to: "/staff/featured", label: staffText.featured, admin: true },
  { to: "/staff/grants", label: staffText.grants, admin: true },
  { to: "/staff/gold-month", label: staffText.goldMonth, admin: true },
  { to: "/staff/events", label: staffText.events, admin: true },
  { to: "/staff/challenges", label: staffText.challenges, admin: true },
  { to: "/staff/hosts", label: staffText.hosts, admin: true },
];

export interface StaffPageProps {
  /** For admins alone. */
  admin?: boolean;
  /** Called once it is known that the page is for the one who asks: `nav` leads to the other staff pages. */
  children: (nav: ReactNode) => ReactNode;
}

/** A page of staff; for everybody else there is no such page. */
export function StaffPage({ admin = false, children }: StaffPageProps) {
  const user = useUser();
  const { pathname } = useLocation();
  const isAdmin = user?.role === "admin";
  if (!isStaff(user) || user?.banned || (admin && !isAdmin)) return <MissingPage />;
  const places = PLACES.filter((place) => isAdmin || !place.admin);
  const tabs = places.map(({ to, label }) => ({
    to,
    label,
    active: pathname === to || (to !== "/staff" && pathname.startsWith(`${to}/`)),
  }));
  return children(<TabLinks label={staffText.nav} tabs={tabs} />);
}
