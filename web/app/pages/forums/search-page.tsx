export { SearchScreen as default } from "#web/features/forums/search-screen.tsx";
