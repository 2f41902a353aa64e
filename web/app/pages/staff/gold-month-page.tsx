import { GoldMonthScreen } from "#web/features/staff/tools/gold-month-screen.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";

/** The items of the Gold months. */
export default function StaffGoldMonthPage() {
  return <StaffPage admin>{(nav) => <GoldMonthScreen nav={nav} />}</StaffPage>;
}
