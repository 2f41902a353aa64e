import { Page } from "#web/ui/page.tsx";

export default function ForumsSubforumPage() {
  return <Page title="Threads">…</Page>;
}
