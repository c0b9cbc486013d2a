'use client'

import { createContext, use, useCallback, useState } from 'react'

/** Counts an upload of the form as running until it succeeds or fails. Returns a promise that settles like `upload`. */
type Track = (upload: Promise<unknown>) => Promise<unknown>

const Tracking = createContext<Track | undefined>(undefined)

/** Provides the `track` function of {@link useFormUploads} to the inputs of a form. */
export const FormUploads = Tracking

/**
 * Returns the `track` function for an input that uploads files. Throws outside `FormUploads`, because the form could
 * then be sent before the upload has ended.
 */
export function useTrackUpload(): Track {
  const track = use(Tracking)
  if (!track) throw new Error('useTrackUpload needs a FormUploads above it.')
  return track
}

/**
 * Tracks the uploads that run in the inputs of a form. While `isUploading` is true, the form must not be sent: the
 * uploaded files would be missing in the request.
 */
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
