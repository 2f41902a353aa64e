export { ForumIndexScreen as default } from "#web/features/forums/forum-index-screen.tsx";
