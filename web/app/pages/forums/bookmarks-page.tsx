import { Page } from "#web/ui/page.tsx";

export default function ForumsBookmarksPage() {
  return <Page title="Bookmarks">…</Page>;
}
