import { LookUpScreen } from "#web/features/staff/users/look-up-screen.tsx";
import { useUser } from "#web/lib/user.ts";
import { StaffPage } from "../../staff/staff-page.tsx";

/** Looks up users. */
export default function StaffUsersPage() {
  const isAdmin = useUser()?.role === "admin";
  return <StaffPage>{(nav) => <LookUpScreen nav={nav} isAdmin={isAdmin} />}</StaffPage>;
}
