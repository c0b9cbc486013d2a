import { toSVG } from 'bwip-js/node'

/** A number of ASCII as a Code 128, in SVG without a size: two units for the narrowest bar, and no quiet zone. */
export const barcodeOf = (text: string): string => toSVG({ bcid: 'code128', text, height: 12 })
