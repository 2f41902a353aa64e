import type { ReactNode } from "react";
import { isStaff } from "#domain/auth/roles.ts";
import MissingPage from "#web/components/missing-page.tsx";
import { useUser } from "#web/lib/user.ts";
import { StaffNav } from "./staff-nav.tsx";

export interface StaffPageProps {
  /** Only for admins. */
  admin?: boolean;
  /** Renders the page if the user has access. `nav` is the staff navigation. */
  children: (nav: ReactNode) => ReactNode;
}

/** A staff page. Everyone else sees the 404 page. */
export function StaffPage({ admin = false, children }: StaffPageProps) {
  const user = useUser();
  const isAdmin = user?.role === "admin";
  if (!isStaff(user) || (admin && !isAdmin)) return <MissingPage />;
  return children(<StaffNav isAdmin={isAdmin} />);
}
