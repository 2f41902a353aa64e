export { ForumSearchScreen as default } from "#web/features/forums/forum-search-screen.tsx";
