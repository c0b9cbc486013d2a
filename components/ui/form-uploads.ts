'use client'

import { createContext, use, useCallback, useState } from 'react'

/** Running until the upload settles. Returns a promise that settles like it. */
type Track = (upload: Promise<unknown>) => Promise<unknown>

const Tracking = createContext<Track | undefined>(undefined)

export const FormUploads = Tracking

/** Throws outside `FormUploads`: the form could then be sent before the upload has ended. */
export function useTrackUpload(): Track {
  const track = use(Tracking)
  if (!track) throw new Error('useTrackUpload needs a FormUploads above it.')
  return track
}

/** While `isUploading`, the form must not be sent: the files would be missing in the request. */
export function useFormUploads() {
  const [running, setRunning] = useState(0)
  const track = useCallback<Track>(async (upload) => {
    setRunning((before) => before + 1)
    try {
      return await upload
    } finally {
      setRunning((before) => before - 1)
    }
  }, [])
  return { isUploading: running > 0, track }
}
