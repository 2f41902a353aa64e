import type { ReactNode } from "react";
import { isStaff } from "#domain/levels/rules.ts";
import { useUser } from "#web/lib/user.ts";
import MissingPage from "../missing-page.tsx";
import { StaffNav } from "./staff-nav.tsx";

export interface StaffPageProps {
  /** For admins alone. */
  admin?: boolean;
  /** Called once it is known that the page is for the one who asks: `nav` leads to the other staff pages. */
  children: (nav: ReactNode) => ReactNode;
}

/** A page of staff; for everybody else there is no such page. */
export function StaffPage({ admin = false, children }: StaffPageProps) {
  const user = useUser();
  const isAdmin = user?.role === "admin";
  if (!isStaff(user) || (admin && !isAdmin)) return <MissingPage />;
  return children(<StaffNav isAdmin={isAdmin} />);
}
