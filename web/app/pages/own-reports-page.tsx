import { Page } from "#web/ui/page.tsx";

export default function OwnReportsPage() {
  return <Page title="Your reports">…</Page>;
}
