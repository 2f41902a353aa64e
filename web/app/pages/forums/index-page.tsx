export { IndexScreen as default } from "#web/features/forums/index-screen.tsx";
