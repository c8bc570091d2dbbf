// This target has no code: it exists so that one build makes all fuzz targets.
