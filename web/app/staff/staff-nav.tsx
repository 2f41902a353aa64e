import { House } from "lucide-react";
import { Link, useLocation } from "react-router";
import { staffText as text } from "#web/text/staff.ts";
import styles from "./staff-nav.module.css";

interface Place {
  to: string;
  label: string;
  admin?: boolean;
}

/** What staff have pages for, by what they come for; moderators see those that are theirs. */
const GROUPS: readonly { label: string; places: readonly Place[] }[] = [
  {
    label: text.queues,
    places: [
      { to: "/staff/reports", label: text.reports },
      { to: "/staff/appeals", label: text.appeals },
      { to: "/staff/held", label: text.held },
      { to: "/staff/items", label: text.items },
      { to: "/staff/clears", label: text.clears },
    ],
  },
  {
    label: text.people,
    places: [
      { to: "/staff/users", label: text.users },
      { to: "/staff/grants", label: text.grants, admin: true },
    ],
  },
  {
    label: text.world,
    places: [
      { to: "/staff/words", label: text.words },
      { to: "/staff/featured", label: text.featured, admin: true },
      { to: "/staff/gold-month", label: text.goldMonth, admin: true },
      { to: "/staff/events", label: text.events, admin: true },
      { to: "/staff/challenges", label: text.challenges, admin: true },
      { to: "/staff/hosts", label: text.hosts, admin: true },
    ],
  },
  {
    label: text.log,
    places: [
      { to: "/staff/audit", label: text.audit },
      { to: "/staff/schedule", label: text.schedule },
    ],
  },
];

const isAt = (pathname: string, { to }: Place) => pathname === to || pathname.startsWith(`${to}/`);

/** The way around the staff's pages: groups above, the pages of the one that one is in below. */
export function StaffNav({ isAdmin }: { isAdmin: boolean }) {
  const pathname = useLocation().pathname.replace(/\/$/, "");
  const groups = GROUPS.map(({ label, places }) => {
    const mine = places.filter(({ admin }) => isAdmin || !admin);
    return { label, places: mine, active: mine.some((place) => isAt(pathname, place)) };
  });
  const open = groups.find(({ active }) => active)?.places ?? [];
  return (
    <nav className={styles.nav} aria-label={text.nav}>
      <ul className={styles.groups}>
        <li>
          <Link
            className={styles.group}
            to="/staff"
            aria-label={text.home}
            aria-current={pathname === "/staff" ? "page" : undefined}
          >
            <House aria-hidden />
          </Link>
        </li>
        {groups.map(({ label, places: [first, second], active }) => (
          <li key={label}>
            <Link
              className={styles.group}
              to={first?.to ?? "/staff"}
              data-active={active || undefined}
              aria-current={active && !second ? "page" : undefined}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
      {open.length > 1 && (
        <ul className={styles.places}>
          {open.map((place) => (
            <li key={place.to}>
              <Link
                className={styles.place}
                to={place.to}
                aria-current={isAt(pathname, place) ? "page" : undefined}
              >
                {place.label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}
