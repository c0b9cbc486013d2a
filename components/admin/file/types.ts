/** `JPEG` for `image/jpeg`. */
export const nameOfType = (mime: string): string => (mime.split('/')[1] ?? mime).toUpperCase()
