import { createContext, use } from 'react'
import { imageAlt, type OwnOrigins, ownImageSrc } from '@/lib/kit/html/rules'

/** A picture of the shop for a text. */
export interface Picture {
  /** The path of the picture on this server, or the absolute URL of this path. */
  url: string
  alt: string
  /** The width of the picture in pixels. */
  width: number
  height: number
}

/** Functions for choosing and uploading pictures and videos in an editor. */
export interface PictureSlot {
  /** Opens the picker of pictures. undefined: the user chose no picture. */
  pickImage: () => Promise<Picture | undefined>
  /** Opens the picker of videos. Resolves to the URL of the video; undefined: the user chose no video. */
  pickVideo: () => Promise<string | undefined>
  /** Uploads a pasted or dropped picture. Calls `onProgress` with the share of the file that was sent, from 0 to 1. */
  uploadImage: (file: File, onProgress: (share: number) => void) => Promise<Picture>
}

const Slot = createContext<PictureSlot | undefined>(undefined)

/**
 * Provides a {@link PictureSlot} to editors. An editor without a slot has no button for pictures and ignores pasted
 * files.
 */
export const PictureSlotProvider = Slot

export const usePictureSlot = () => use(Slot)

/** Converts a picture to a node of the editor. */
export const imageOf = ({ url, alt, width, height }: Picture, origins: OwnOrigins) => ({
  type: 'image',
  attrs: { src: ownImageSrc(url, origins), alt: imageAlt(alt), width: String(width), height: String(height) },
})

/** Converts the URL of a video to a node of the editor. */
export const videoOf = (url: string, origins: OwnOrigins) => ({
  type: 'video',
  attrs: { src: ownImageSrc(url, origins) },
})
