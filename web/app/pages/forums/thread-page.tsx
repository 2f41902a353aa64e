import { Page } from "#web/ui/page.tsx";

export default function ForumsThreadPage() {
  return <Page title="Thread">…</Page>;
}
