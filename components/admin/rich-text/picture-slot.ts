import { createContext, use } from 'react'
import { imageAlt, type OwnOrigins, ownImageSrc } from '@/lib/kit/html/rules'

/** A picture of the shop, to be shown in a text. */
export interface Picture {
  /** A path on this server, or an absolute URL of it. */
  url: string
  alt: string
  /** In pixels. */
  width: number
  height: number
}

/** Where the editor gets pictures from. */
export interface PictureSlot {
  /** Lets the user choose a picture. Undefined if they chose none. */
  pickImage: () => Promise<Picture | undefined>
  /** Stores a picture that was pasted or dropped. `onProgress` is called with the share that has been sent, 0 to 1. */
  uploadImage: (file: File, onProgress: (share: number) => void) => Promise<Picture>
}

const Slot = createContext<PictureSlot | undefined>(undefined)

/** Gives the editors below it pictures. Without it they have no button for them, and pasted files are ignored. */
export const PictureSlotProvider = Slot

export const usePictureSlot = () => use(Slot)

/** A picture as the editor inserts it. */
export const imageOf = ({ url, alt, width, height }: Picture, origins: OwnOrigins) => ({
  type: 'image',
  attrs: { src: ownImageSrc(url, origins), alt: imageAlt(alt), width: String(width), height: String(height) },
})
