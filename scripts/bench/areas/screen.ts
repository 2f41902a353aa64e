export const measureScreen = async () => {};
