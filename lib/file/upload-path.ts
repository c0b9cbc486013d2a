/** The path of the route for browsers and UploadThing. */
export const uploadPath = '/api/uploadthing'
