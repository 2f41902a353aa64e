export { ForumSearchScreen as default } from "../forum-search-screen.tsx";
