export { BookmarksScreen as default } from "#web/features/forums/bookmarks-screen.tsx";
