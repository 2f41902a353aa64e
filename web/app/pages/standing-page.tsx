import { Page } from "#web/ui/page.tsx";

export default function StandingPage() {
  return <Page title="Your standing">…</Page>;
}
