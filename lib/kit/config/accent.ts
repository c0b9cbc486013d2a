/** Their shades are in `components/ui/theme/accents.ts`. */
export const accents = ['jade', 'cobalt', 'plum', 'russet'] as const

export type Accent = (typeof accents)[number]

export const usualAccent: Accent = 'jade'
