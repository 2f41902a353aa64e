export { BookmarksScreen as default } from "../bookmarks-screen.tsx";
