/** For browsers and UploadThing. */
export const uploadPath = '/api/uploadthing'
