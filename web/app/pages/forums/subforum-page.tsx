export { SubforumScreen as default } from "#web/features/forums/subforum-screen.tsx";
